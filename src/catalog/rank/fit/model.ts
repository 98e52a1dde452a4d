/** Written by scripts/fit.ts: the weights are of SIGNALS in fit.ts, in that order. */
export const FIT_MODEL = {
  bias: -5.625,
  weights: [0.897, 1.966, 2.488, 1.432, -1.026, -0.197, -0.161, 0.578, 1.776, -0.469, 0.656, 2.253, 1.193, -1.114],
  /** Least probability of each fit; less is `none`. */
  good: 0.932,
  weak: 0.561,
} as const
