/** What the first page plays: questions, each with the SDK that the search finds, its code and its answer. */
import { calledPoint } from '../code/arguments.ts'
import { exampleQuestions, type Question } from '../pages/examples.ts'
import { entitiesIn } from '../store/operations.ts'
import type { Services } from '../tools/define/define.ts'
import { firstAnswer } from './entry/response-on-record.ts'
import { languageTabs, type Tab, tabSet } from './entry/tabs.ts'
import { html, type Markup } from './html/html.ts'
import { entryPath } from './page-model.ts'

export async function demoOf(services: Services): Promise<Markup> {
  const questions = exampleQuestions(services.catalog)
  const tabs = await Promise.all(questions.map((question, at) => questionTab(question, `question-${at}`, services)))
  const set = { name: 'question', key: '', label: 'Questions' }
  return html`${tabs.length > 0 && html`<div class="demo">${tabSet(tabs, undefined, set)}</div>\n`}`
}

async function questionTab({ text, record, codes }: Question, id: string, services: Services): Promise<Tab> {
  const { catalog, site } = services
  const { slug, title, description } = record
  const point = calledPoint(record.first_call, entitiesIn(await catalog.operations(slug)))
  return {
    id,
    label: `“${text}”`,
    panel: html`<p>The search finds <a href="${entryPath(slug, site.brand)}">${title}</a>${description !== undefined && `: ${description}`}</p>
${languageTabs(codes, id)}
${firstAnswer(record, point, html`<b>Answer</b>`)}`,
  }
}
