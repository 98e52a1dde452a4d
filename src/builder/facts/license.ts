/** The licence of a repository's code as an SPDX identifier (spdx.org/licenses), where its own files state one. */
import { nameAt } from './data.ts'
import { type RepositoryFiles, readFirst } from './files.ts'

/** Manifests that the builder reads anyway, before the text, which costs a request on GitHub. */
const MANIFEST = /^(?:ts|js)\/package\.json$/
export const LICENSE_FILE = /^licen[cs]e(?:\.(?:md|txt))?$/i

const IDENTIFIER = /^[A-Za-z0-9][A-Za-z0-9.+-]{1,39}$/
/** npm's word for none. */
const NO_LICENSE = 'UNLICENSED'

/** A passage that only this licence has, with any white space. The GNU texts do not say whether later versions count. */
const PASSAGES: readonly (readonly [string, RegExp])[] = [
  ['MIT', /Permission is hereby granted, free of charge, to any person obtaining a copy of this software/i],
  ['Apache-2.0', /Apache License,? Version 2\.0/i],
  [
    'ISC',
    /Permission to use, copy, modify, and(?:\/or)? distribute this software for any purpose with or without fee/i,
  ],
  ['MPL-2.0', /Mozilla Public License,? Version 2\.0/i],
  ['Unlicense', /This is free and unencumbered software released into the public domain/i],
  ['BSD-3-Clause', /Redistribution and use in source and binary forms.* Neither the name/i],
  ['BSD-2-Clause', /Redistribution and use in source and binary forms/i],
]

export async function licenseOf(files: RepositoryFiles): Promise<string | undefined> {
  const stated = statedIn((await readFirst(files, MANIFEST))?.text)
  if (stated) return stated
  const text = (await readFirst(files, LICENSE_FILE))?.text.replaceAll(/\s+/g, ' ')
  return text && PASSAGES.find(([, passage]) => passage.test(text))?.[0]
}

function statedIn(manifest: string | undefined): string | undefined {
  try {
    const license = manifest && nameAt(JSON.parse(manifest), 'license')
    return license && IDENTIFIER.test(license) && license !== NO_LICENSE ? license : undefined
  } catch {
    return undefined
  }
}
