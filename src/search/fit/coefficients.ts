/** Written by scripts/fit.ts: the weights are of SIGNALS in fit.ts, in that order. */
export const FIT_MODEL = {
  bias: -7.162,
  weights: [4.875, -3.166, -1.39, 7.319, 2.637, -1.412, 3.019, -2.863],
  /** Least probability of each fit; less is `none`. */
  good: 0.733,
  weak: 0.349,
} as const
