/** The licence that a repository states, in a manifest or by its text. */
import { describe, expect, it } from 'vitest'
import { readFacts } from '../../../src/builder/facts/read-facts.ts'

const licenseOf = async (files: Record<string, string>) => {
  const read = async (path: string) => Buffer.from(files[path] ?? '')
  return (await readFacts({ slug: 'tides-sdk', paths: Object.keys(files), read })).facts.license
}
const manifest = (license: unknown) => JSON.stringify({ name: 'tides', license })

describe('the licence', () => {
  it.each([
    ['MIT', 'Permission is hereby granted, free of charge, to any\nperson obtaining a copy of this software and'],
    ['Apache-2.0', '            Apache License\n          Version 2.0, January 2004\n'],
    ['ISC', 'Permission to use, copy, modify, and/or distribute this software for any\npurpose with or without fee is'],
    [
      'BSD-3-Clause',
      'Redistribution and use in source and binary forms, with\n3. Neither the name of the copyright holder',
    ],
    ['BSD-2-Clause', 'Redistribution and use in source and binary forms, with or without'],
    ['MPL-2.0', 'Mozilla Public License Version 2.0\n'],
    ['Unlicense', 'This is free and unencumbered software released into the public domain.'],
  ])('is %s where the text is', async (license, text) => {
    for (const name of ['LICENSE', 'LICENCE.md', 'license.txt']) expect(await licenseOf({ [name]: text })).toBe(license)
  })

  it('is what a manifest states', async () => {
    expect(await licenseOf({ 'ts/package.json': manifest('Apache-2.0'), LICENSE: 'MIT License' })).toBe('Apache-2.0')
    expect(await licenseOf({ 'js/package.json': manifest('0BSD') })).toBe('0BSD')
  })

  it.each([
    ['a text of GNU, which may include later versions', { LICENSE: 'GNU GENERAL PUBLIC LICENSE\nVersion 3' }],
    ['a text of their own', { LICENSE: 'All rights reserved.' }],
    ['no licence', { 'ts/package.json': manifest('UNLICENSED') }],
    ['a file to see', { 'ts/package.json': manifest('SEE LICENSE IN LICENSE.md') }],
    ['a manifest that is broken', { 'ts/package.json': '{' }],
    ['nothing', {}],
  ])('is unknown with %s', async (_, files) => expect(await licenseOf(files)).toBeUndefined())
})
