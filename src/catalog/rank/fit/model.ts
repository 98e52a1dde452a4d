/** Written by scripts/fit.ts: the weights are of SIGNALS in fit.ts, in that order. */
export const FIT_MODEL = {
  bias: -4.939,
  weights: [5.295, -2.113, -2.327, 0.98, -1.998, 1.997, -0.652, -0.655, 2.756, -3.712, 2.605, -0.863],
  /** Least probability of each fit; less is `none`. */
  good: 0.646,
  weak: 0.294,
} as const
