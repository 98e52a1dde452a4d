/** The figures that are kept of what requests cost, and how they are shown. */
import { fileURLToPath } from 'node:url'

export const FIGURES = fileURLToPath(new URL('figures.json', import.meta.url))

/** Kind -> server -> CPU in microseconds a request, and how many times that of the bare handler. */
export type Figures = Record<string, Partial<Record<string, { cpu: number; times: number }>>>

const LABELS: Readonly<Record<string, string>> = {
  bare: 'bare node:http',
  hono: 'Hono alone',
  service: 'this service',
  sdk: 'server of the SDK',
}

/** Each cell has microseconds, and the share of the bare handler in brackets; columns without figures are left out. */
export function requestTable(figures: Figures): string {
  const names = Object.keys(LABELS).filter((name) => Object.values(figures).some((of) => of[name]))
  const rows = Object.entries(figures).map(([kind, of]) => {
    const cells = names.map((name) => {
      const figure = of[name]
      return figure ? `${figure.cpu} (${(1 / figure.times).toFixed(2)})` : ''
    })
    return `| ${kind} | ${cells.join(' | ')} |`
  })
  const titles = names.map((name) => LABELS[name])
  return `| request | ${titles.join(' | ')} |\n|---|${'---:|'.repeat(names.length)}\n${rows.join('\n')}\n`
}

const BAR = { height: 10, gap: 14, label: 260, width: 420 }

/** CPU a request as bars, in times of the bare handler, up to 10. */
export function requestPlot(figures: Figures): string {
  const rows = Object.entries(figures)
  const most = 10
  const lines = rows.map(([kind, { service }], at) => {
    const times = service!.times
    const y = 30 + at * (BAR.height + BAR.gap)
    const width = (Math.min(times, most) / most) * BAR.width
    return [
      `<text x="${BAR.label - 8}" y="${y + BAR.height}" text-anchor="end">${kind.replaceAll('&', '&amp;')}</text>`,
      `<rect x="${BAR.label}" y="${y}" width="${width.toFixed(1)}" height="${BAR.height}" fill="#3566a8"/>`,
      `<text x="${(BAR.label + width + 6).toFixed(1)}" y="${y + BAR.height}">${times.toFixed(2)}</text>`,
    ].join('\n')
  })
  const height = 40 + rows.length * (BAR.height + BAR.gap)
  const baseline = BAR.label + BAR.width / most
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${BAR.label + BAR.width + 70} ${height}" font-family="sans-serif" font-size="12">`,
    `<title>CPU of a request, in times of a bare node:http handler</title>`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    `<text x="${BAR.label}" y="16">CPU of a request, in times of a bare node:http handler (the line)</text>`,
    `<line x1="${baseline}" x2="${baseline}" y1="24" y2="${height - 10}" stroke="#888"/>`,
    ...lines,
    '</svg>',
    '',
  ].join('\n')
}
