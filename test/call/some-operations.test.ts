/** One operation each of SDKs that the seed chooses; every-operation.slow.test.ts takes all. */
import fc from 'fast-check'
import { catalog } from '../embedded.ts'
import { runs } from '../property.ts'
import { operationsOf, testOperations } from './every-operation.ts'

const COUNT = 300

const all = await Promise.all([...catalog.records].map(operationsOf))
const withOperations = all.filter((operations) => operations.length > 0)
const [chosen] = fc.sample(fc.shuffledSubarray(withOperations, { minLength: COUNT, maxLength: COUNT }), runs(1))
const places = fc.sample(fc.nat(), runs(COUNT))
testOperations(chosen!.map((operations, index) => operations[places[index]! % operations.length]!))
