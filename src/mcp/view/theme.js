/** The colours, type, margins and display mode of the host. */
const root = document.documentElement

/** Applies what the host sends, whole or in part; the rest stays as it is. */
export function applyContext({ theme, styles, displayMode, safeAreaInsets: safe }) {
  if (typeof displayMode === 'string') root.dataset.mode = displayMode
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  for (const [name, value] of Object.entries(styles?.variables ?? {})) {
    if (name.startsWith('--') && typeof value === 'string') root.style.setProperty(name, value)
  }
  if (safe) {
    const sides = [safe.top, safe.right, safe.bottom, safe.left].map((side) => `${Number(side) || 0}px`)
    root.style.setProperty('--safe', sides.join(' '))
  }
}

/** `inline` beside the text of the conversation, unless the host says otherwise. */
export const displayMode = () => root.dataset.mode ?? 'inline'
