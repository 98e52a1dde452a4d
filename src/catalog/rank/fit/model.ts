/** Written by scripts/fit.ts: the weights are of SIGNALS in fit.ts, in that order. */
export const FIT_MODEL = {
  bias: -4.811,
  weights: [4.192, -2.506, -2.658, 0.858, -2.72, 1.942, -1.703, 3.422, -3.687, 2.398, -1.099],
  /** Least probability of each fit; less is `none`. */
  good: 0.629,
  weak: 0.358,
} as const
