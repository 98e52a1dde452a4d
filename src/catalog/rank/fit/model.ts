/** Written by scripts/fit.ts: the weights are of SIGNALS in fit.ts, in that order. */
export const FIT_MODEL = {
  bias: -3.538,
  weights: [5.214, -3.411, -2.395, 5.42, 1.292, -3.773, 1.459, 3.572, -2.549],
  /** Least probability of each fit; less is `none`. */
  good: 0.684,
  weak: 0.324,
} as const
