/** Written by scripts/fit.ts: the weights are of SIGNALS in fit.ts, in that order. */
export const FIT_MODEL = {
  bias: -4.808,
  weights: [4.167, -2.534, -2.666, 0.865, -2.727, 1.917, -1.716, 3.438, -3.717, 2.484, -1.133],
  /** Least probability of each fit; less is `none`. */
  good: 0.599,
  weak: 0.375,
} as const
