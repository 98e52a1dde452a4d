/**
 * Prints how a query is understood, and why the first hits are first: `npm run explain -- "query" [language]`.
 *
 * 1. its sentence: each word with its role, and the needs that are searched alone
 * 2. the words that are searched, with the terms of the index that satisfy each: how well, and how rare the word is
 * 3. the first hits: score, BM25F, how well one sentence holds the words together, probability that it fits
 * 4. the plan: the operations of the first hit, as find_sdk shows them for the language (by default py)
 */
import { TARGETS, type Target } from '../src/catalog/record/languages.ts'
import { endpointName } from '../src/code/arguments.ts'
import { choosePlans } from '../src/operations/choose-call.ts'
import { openSearcher, rank, search } from '../src/search/rank.ts'
import { fitOfHit } from '../src/search/search-needs.ts'
import { loadEmbedded } from '../src/store/loading/load.ts'
import { openCatalog } from '../src/store/open-catalog.ts'

const MAX = { hits: 5, terms: 6 }

const [query, language = 'py'] = process.argv.slice(2)
if (!query || !(language in TARGETS)) {
  process.stderr.write(`Usage: npm run explain -- "query" [${Object.keys(TARGETS).join('|')}]\n`)
  process.exit(2)
}

const print = (line = '') => process.stdout.write(`${line}\n`)
const fixed = (value: number) => value.toFixed(2)

const data = await loadEmbedded()
const searcher = openSearcher(data.index, data.records)
const { parsed, needs, shown, isName } = search(searcher, query, {})

print(isName ? 'The whole query is a name.' : 'Sentence')
for (const { text, stem, role } of parsed.sentence.tokens) print(`  ${text.padEnd(20)}${role.padEnd(12)}${stem}`)
if (parsed.translation) print(`  read as ${parsed.translation.text}`)

for (const [at, { typed, words, intent, followUps, missing, hits }] of needs.entries()) {
  print(`\n${at === 0 ? 'Searched as a whole' : 'Searched alone'}: ${typed}`)
  for (const { text, weight, light, variants } of words) {
    const terms = variants
      .slice(0, MAX.terms)
      .map(({ term, factor, idf }) => `${term} ${fixed(factor)}, idf ${fixed(idf)}`)
    print(`  ${text.padEnd(20)}weight ${fixed(weight)}${light ? ', light' : ''}: ${terms.join('; ') || 'in no record'}`)
  }
  print(`  does ${intent.ops.join(' or ') || 'nothing in particular'}, about ${intent.headNoun ?? 'nothing'}`)
  if (followUps.length > 0) print(`  then ${followUps.map(({ text }) => text).join('; then ')}`)
  if (missing.length > 0) print(`  not here: ${missing.join(', ')}`)
  for (const hit of hits.slice(0, at === 0 ? 0 : 1)) print(`  first hit: ${searcher.records.slug(hit.position)}`)
}

print('\nHits            score  BM25F  sentence  probability')
for (const hit of shown.slice(0, MAX.hits)) {
  const { position, score, relevance, sentence, probability } = hit
  const figures = [score, relevance, sentence, probability].map((value) => fixed(value).padStart(8)).join('')
  print(`  ${searcher.records.slug(position).padEnd(36)}${figures}  ${fitOfHit(hit)}`)
}

const catalog = openCatalog(data, { baseUrl: 'http://localhost:8080', brand: 'example' })
const { hits } = rank(searcher, query, {}, MAX.hits, 0)
const asked = { query, target: language as Target, filters: {} }
for (const { plan, endpoints, isUncertain } of (await choosePlans(hits, asked, catalog)).plans) {
  print(`\nPlan for ${plan.record.slug}${isUncertain ? ', not certain' : ''}`)
  for (const endpoint of endpoints) print(`  ${endpointName(endpoint)}`)
}
