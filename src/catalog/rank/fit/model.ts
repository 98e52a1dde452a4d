/** Written by scripts/fit.ts: the weights are of SIGNALS in fit.ts, in that order. */
export const FIT_MODEL = {
  bias: -5.779,
  weights: [0.88, 2.073, 2.097, 1.344, -1.279, -0.027, -0.127, 0.771, 1.822, -0.542, 0.778, 2.322, 1.152, -1.117],
  /** Least probability of each fit; less is `none`. */
  good: 0.915,
  weak: 0.586,
} as const
