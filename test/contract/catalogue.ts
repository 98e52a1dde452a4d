/** The whole catalogue as the service answers it: what the tests of sections 4.1 to 4.8 hold other answers against. */
import { testApp } from '../app.ts'

export const { app } = testApp()

export interface Entry {
  slug: string
  title: string
  description?: string
  url: string
  readme_url: string
  github_url: string
  topics?: string[]
}

export const json = async <T>(path: string): Promise<T> => (await app.request(path)).json() as Promise<T>
export const catalogue = await json<{ generated_at: string; count: number; sdks: Entry[] }>('/api/sdk/catalog.json')
