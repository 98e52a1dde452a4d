/** Written by scripts/fit.ts: the weights are of SIGNALS in fit.ts, in that order. */
export const FIT_MODEL = {
  bias: -4.884,
  weights: [4.282, -2.507, -2.688, 1.033, -2.518, 1.928, -1.886, 3.435, -3.623, 2.337, -1.067],
  /** Least probability of each fit; less is `none`. */
  good: 0.622,
  weak: 0.368,
} as const
