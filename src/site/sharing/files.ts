/** What browsers install of the site: the web app manifest, and the description of its search. */
import type { Representation } from '../../http/representation.ts'
import { escapeMarkup } from '../../text/markup.ts'
import type { Services } from '../../tools/define.ts'
import { icon } from '../html/static-files.ts'

const DAY = 'public, max-age=86400'

/** W3C Web Application Manifest. */
export const manifest = ({ site }: Services): Representation => ({
  type: 'application/manifest+json',
  cacheControl: DAY,
  content: JSON.stringify({
    name: site.name,
    start_url: '/',
    display: 'browser',
    background_color: '#f8f7f3',
    theme_color: '#f8f7f3',
    icons: [
      { src: icon.path, type: 'image/svg+xml', sizes: 'any' },
      { src: '/apple-touch-icon.png', type: 'image/png', sizes: '180x180' },
    ],
  }),
})

/** OpenSearch 1.1 description: browsers offer the site as a search engine. */
export const openSearch = ({ site }: Services): Representation => ({
  type: 'application/opensearchdescription+xml',
  cacheControl: DAY,
  content: `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${escapeMarkup(site.name.slice(0, 16))}</ShortName>
<Description>Generated SDKs for public APIs, by name or by what you need.</Description>
<InputEncoding>UTF-8</InputEncoding>
<Url type="text/html" template="${escapeMarkup(site.baseUrl)}/sdk?q={searchTerms}"/>
</OpenSearchDescription>
`,
})
