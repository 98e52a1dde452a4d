/** Written by scripts/fit.ts: the weights are of SIGNALS in fit.ts, in that order. */
export const FIT_MODEL = {
  bias: -6.994,
  weights: [0.826, 2.221, 2.2, 1.486, -1.145, 0.372, -0.384, 0.811, 1.341, -0.475, 1.702, 2.041, 1.256, -1.234],
  /** Least probability of each fit; less is `none`. */
  good: 0.923,
  weak: 0.619,
} as const
