/** The answer of an operation: what its API gave when it was asked, else the shape that its description has. */

import type { Point } from '../../catalog/record/facts.ts'
import type { RecordedAnswer } from '../../catalog/record/observed.ts'
import type { SdkRecord } from '../../catalog/record/record.ts'
import { answerMembers, answerWords, NOT_RETURNED, returnsJson, shapeText } from '../../code/reference/answer-shape.ts'
import { answerFacts, answerLanguage } from '../../code/reference/recorded-response.ts'
import { codeBlock } from '../html/components.ts'
import { html, type Markup } from '../html/html.ts'

/** @param step its number and name, where it follows others */
export function recordedBlock(answered: RecordedAnswer, step: Markup | string = 'Recorded answer'): Markup {
  const facts = html`<span><code>${answered.operation}</code>: ${answerFacts(answered)}</span>`
  return answered.text === undefined
    ? html`<p class="none">${step} ${facts}</p>`
    : codeBlock({
        label: html`${step} ${facts}`,
        code: answered.text,
        language: answerLanguage(answered),
        wrap: true,
      })
}

export function shapeBlock(answer: NonNullable<Point['answer']>, step: Markup | string = ''): Markup {
  const shape = answerMembers(answer)
  const words = answerWords(answer)
  return shape === undefined || words !== undefined
    ? html`<p class="none">${step} By the API's description: ${words}.${!returnsJson(answer) && ` ${NOT_RETURNED}`}</p>`
    : codeBlock({
        label: html`${step} <span>Shape, from the API's description</span>`,
        code: shapeText(shape),
        language: 'ts',
      })
}

/** The answer to the first call of the SDK. @param point its endpoint */
export function firstAnswer({ answered }: SdkRecord, point: Point | undefined, step?: Markup): Markup {
  const shape = answered?.text === undefined && point?.answer && shapeBlock(point.answer, answered ? '' : step)
  return html`${answered && recordedBlock(answered, step)}${shape}`
}
