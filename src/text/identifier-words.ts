/** The words of an identifier in code, of any case: `maxResults`, `max_results` and `max-results` -> max, results. */
export const identifierWords = (name: string): string[] =>
  name.split(/(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+/).filter((word) => word !== '')
