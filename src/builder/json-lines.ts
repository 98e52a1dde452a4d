/** Files that an operator gives to a build, one JSON object a line. */
import { readFileSync } from 'node:fs'
import type * as z from 'zod'
import { throwInvalid } from '../store/catalog-files.ts'
import { parseJson, validate } from '../store/loading/read.ts'

/**
 * Each line that is not empty: as the schema has it, as it is written, and its number.
 * @throws InvalidCatalog for a line that breaks the schema, with file, line and rule
 */
export const readJsonLines = <S extends z.ZodType>(schema: S, path: string) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      if (line.trim() === '') return []
      const where = `${path} line ${index + 1}`
      const written = parseJson(line, where, throwInvalid)
      return { value: validate(schema, written, where, throwInvalid)!, written: written as object, number: index + 1 }
    })
