/** Written by scripts/fit.ts: the weights are of SIGNALS in fit.ts, in that order. */
export const FIT_MODEL = {
  bias: -2.69,
  weights: [5.702, -3.477, -2.026, 5.574, 1.539, -5.425, 3.239, -2.167],
  /** Least probability of each fit; less is `none`. */
  good: 0.7,
  weak: 0.3,
} as const
