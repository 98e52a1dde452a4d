type TextPart = string | false | undefined

/** The parts with the separator between them; empty and absent ones are left out. */
export const joinParts = (separator: string, ...parts: readonly TextPart[]): string =>
  parts.filter(Boolean).join(separator)
