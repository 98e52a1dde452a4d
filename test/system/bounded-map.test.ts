import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boundedMap, cameBefore, keyOf } from '../../src/system/bounded-map.ts'

describe('a bounded map', () => {
  test('lets go of what nobody asked for lately', () => {
    const map = boundedMap<number>(3)
    for (const [at, key] of ['a', 'b', 'c'].entries()) map.set(key, at)
    map.get('a')
    map.set('d', 3)
    expect(['a', 'b', 'c', 'd'].map((key) => map.get(key))).toEqual([0, undefined, 2, 3])
  })

  test('keeps nothing that is larger than all of it, and forgets what it replaces', () => {
    const map = boundedMap<string>(10, ({ length }) => length)
    map.set('a', 'small')
    map.set('a', 'far too large for it')
    expect(map.get('a')).toBeUndefined()
    expect(map.size()).toBe(0)
  })

  test('notices that a value has grown, unless another has taken its place', () => {
    const map = boundedMap<{ size: number }>(10, ({ size }) => size)
    const [old, growing] = [{ size: 4 }, { size: 4 }]
    map.set('old', old)
    map.set('growing', growing)
    growing.size = 8
    map.measure('growing', growing)
    expect([map.get('old'), map.get('growing'), map.size()]).toEqual([undefined, growing, 8])
    map.measure('growing', { size: 1 })
    expect(map.size()).toBe(8)
  })

  test('never holds more than its size, whatever is done to it', () => {
    const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
    const step = fc.oneof(
      fc.record({ kind: fc.constant('set' as const), key, size: fc.nat(12) }),
      fc.record({ kind: fc.constant('get' as const), key, size: fc.constant(0) }),
      fc.record({ kind: fc.constant('grow' as const), key, size: fc.nat(12) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const map = boundedMap<{ size: number }>(10, ({ size }) => size)
        for (const { kind, key, size } of steps) {
          const held = map.get(key)
          if (kind === 'set') map.set(key, { size })
          if (kind === 'grow' && held) {
            held.size = size
            map.measure(key, held)
          }
          const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((each) => map.get(each)?.size ?? 0)
          expect(map.size()).toBe(all.reduce((sum, each) => sum + each, 0))
          expect(map.size()).toBeLessThanOrEqual(10)
        }
      }),
    )
  })
})

test('a key came before if it came lately, and what is known of keys has a bound', () => {
  const isKnown = cameBefore(1_000)
  expect(['a', 'b', 'a'].map(isKnown)).toEqual([false, false, true])
  for (let number = 0; number < 1_000; number++) isKnown(String(number))
  expect(isKnown('b')).toBe(false)
})

test('a key is that of one input', () => {
  expect(keyOf('a', { b: 1 })).toBe('["a",{"b":1}]')
  const odd = [{ limit: JSON.parse('1e400') }, { limit: null }, 'x'.repeat(1_000)]
  expect(odd.map((part) => keyOf(part))).toEqual([undefined, undefined, undefined])
})
