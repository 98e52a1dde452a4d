/** Written by scripts/fit.ts: the weights are of SIGNALS in fit.ts, in that order. */
export const FIT_MODEL = {
  bias: -2.643,
  weights: [5.528, -3.492, -2.056, 5.608, 1.496, -5.462, 3.222, -2.16],
  /** Least probability of each fit; less is `none`. */
  good: 0.696,
  weak: 0.324,
} as const
