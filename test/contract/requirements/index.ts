/**
 * What the service promises: every testable sentence of the specification, sections 2 to 9, with an id. Tests cite ids
 * through `verifies`, so that a misspelt id is a type error; coverage.test.ts fails on an id that no test cites.
 */
import { documents } from './documents.ts'
import { endpoints } from './endpoints.ts'
import { resources } from './resources.ts'
import { rules } from './rules.ts'

export const requirements = [...resources, ...endpoints, ...documents, ...rules] as const

export type RequirementId = (typeof requirements)[number]['id']
