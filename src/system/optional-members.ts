/** Optional members of plain objects: absent where there is nothing to say. */

type WithoutUndefined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

export const withoutUndefined = <T extends object>(values: T): WithoutUndefined<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as WithoutUndefined<T>

export const nonEmpty = <T extends readonly unknown[]>(list: T): T | undefined => (list.length > 0 ? list : undefined)
