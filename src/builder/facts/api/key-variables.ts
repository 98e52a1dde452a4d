/** Environment variables from which a repository's README reads the key and other secrets. */

export interface KeyVariable {
  /** Name of the client's option. */
  option: string
  env: string
}

const READING =
  /["']?\b(\w+)["']?\s*(?::|=>|=)\s*(?:process\.env\.|os\.environ(?:\.get\(|\[)["']|getenv\(["']|os\.[Gg]etenv\(["']|ENV\[["'])([A-Z][A-Z0-9_-]*)/g
const EXPORT = /^\s*export ([A-Z][A-Z0-9_]*_APIKEY)=/m

/** The key first. Without a word of it in the README, the name follows the rule that all generations share. */
export function keyVariables(slug: string, readme = ''): KeyVariable[] {
  const read = new Map<string, string>()
  for (const [, option, env] of readme.matchAll(READING)) {
    // Older generations wrote names that no shell can set: `TIDE-TABLES_APIKEY`.
    if (!read.has(option!)) read.set(option!, env!.replaceAll('-', '_'))
  }
  const base = slug.replace(/-sdk$/, '').replaceAll('-', '_').toUpperCase()
  const key = read.get('apikey') ?? EXPORT.exec(readme)?.[1] ?? `${base}_APIKEY`
  const others = [...read].filter(([option, env]) => env !== key && /secret|token|password|user/i.test(option))
  return [{ option: 'apikey', env: key }, ...others.map(([option, env]) => ({ option, env }))]
}
