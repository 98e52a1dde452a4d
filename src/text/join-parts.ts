/** The parts with the separator between them; empty and absent ones are left out. */
export const joinParts = (separator: string, ...parts: readonly (string | false | undefined)[]): string =>
  parts.filter(Boolean).join(separator)
