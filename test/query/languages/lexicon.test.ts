/** The lexicons as translation looks words up in them. */
import { describe, expect, it } from 'vitest'
import { lexiconOf } from '../../../src/query/languages/lexicon.ts'

describe('a lexicon', () => {
  const spanish = lexiconOf('es')

  it('has words and longer expressions, and what they mean', () => {
    expect(spanish.has('clima')).toBe(true)
    expect(spanish.has('clim')).toBe(false)
    expect(spanish.word('clima')).toMatchObject({ english: 'weather' })
    expect(spanish.startingWith('estados').map(({ text }) => text)).toContain('estados unidos')
    expect(spanish.startingWith('perro').at(-1)).toMatchObject({ english: 'dog' })
  })

  it('gives words that begin alike, but none for letters too few to tell', () => {
    const forms = spanish.formsOf('cli').map(({ text }) => text)
    expect(forms).toContain('clima')
    expect(forms.filter((text) => !/^cli\S*$/.test(text))).toEqual([])
    for (const beginning of ['', 'c', 'cl']) expect(spanish.formsOf(beginning)).toEqual([])
  })
})
