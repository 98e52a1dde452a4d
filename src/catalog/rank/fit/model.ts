/** Written by scripts/fit.ts: the weights are of SIGNALS in fit.ts, in that order. */
export const FIT_MODEL = {
  bias: -6.081,
  weights: [
    3.045, 2.955, -2.026, -2.255, -0.248, 1.319, -2.439, 1.511, -2.006, 3.532, -0.53, 1.891, -2.861, 0.128, 2.394,
    -0.818,
  ],
  /** Least probability of each fit; less is `none`. */
  good: 0.631,
  weak: 0.35,
} as const
