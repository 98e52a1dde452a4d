/** Pages of the site as tests read them. */
import type { findSdk } from '../../src/tools/find-sdk.ts'
import { BASE_URL, testApp } from '../app.ts'

export const { app, services } = testApp()
export const { catalog } = services
export const page = async (path: string, accept = 'text/html') =>
  (await app.request(BASE_URL + path, { headers: { accept } })).text()
export const find = async (query: string): Promise<Awaited<ReturnType<typeof findSdk.run>>> =>
  (await app.request(`${BASE_URL}/api/sdk/find?${query}`)).json() as never
/** The same query in both forms. */
export const both = (query: string) => Promise.all([page(`/sdk${query}`), page(`/sdk.md${query}`)])
export const slugs = (text: string) =>
  [...text.matchAll(/<h3><a href="\/example-sdk\/([\w-]+)"/g)].map(([, slug]) => slug)
export const h1 = (text: string) => /<h1>(.*)<\/h1>|^# (.*)$/m.exec(text)?.slice(1).find(Boolean)
