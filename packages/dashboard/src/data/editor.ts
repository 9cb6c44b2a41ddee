import { useSyncExternalStore } from 'react'

/** Editors that open a file at a line through an address. */
export const EDITORS = [
  { id: 'vscode', name: 'VS Code' },
  { id: 'vscode-insiders', name: 'VS Code Insiders' },
  { id: 'vscodium', name: 'VSCodium' },
  { id: 'cursor', name: 'Cursor' },
  { id: 'windsurf', name: 'Windsurf' },
  { id: 'zed', name: 'Zed' },
  { id: 'idea', name: 'IntelliJ IDEA' },
  { id: 'webstorm', name: 'WebStorm' },
  { id: 'pycharm', name: 'PyCharm' },
  { id: 'phpstorm', name: 'PhpStorm' },
  { id: 'goland', name: 'GoLand' },
  { id: 'rubymine', name: 'RubyMine' },
] as const

export type EditorId = (typeof EDITORS)[number]['id']

/** The reader's editor, and the working copy of each repository. Stored in this browser. */
export interface EditorChoice {
  editor: EditorId
  roots: Record<string, string>
}

const KEY = 'svc.editor'
const NONE: EditorChoice = { editor: 'vscode', roots: {} }
const listeners = new Set<() => void>()

/** The reader's choice; another tab's change arrives too. */
export function useEditor(): EditorChoice {
  return parsed(
    useSyncExternalStore(
      (listener) => {
        listeners.add(listener)
        addEventListener('storage', listener)
        return () => {
          listeners.delete(listener)
          removeEventListener('storage', listener)
        }
      },
      () => localStorage.getItem(KEY),
    ),
  )
}

/** Stores the editor and the root folder of a repository; an empty root removes it. */
export function setEditor(editor: EditorId, repository: string, root: string): void {
  const { [repository]: _, ...others } = parsed(localStorage.getItem(KEY)).roots
  const roots = root === '' ? others : { ...others, [repository]: root }
  localStorage.setItem(KEY, JSON.stringify({ editor, roots }))
  for (const each of listeners) each()
}

/** The stored value may be invalid. */
function parsed(stored: string | null): EditorChoice {
  try {
    const { editor, roots } = JSON.parse(stored ?? '{}')
    const isKnown = EDITORS.some(({ id }) => id === editor)
    return {
      editor: isKnown ? editor : NONE.editor,
      roots: Object.fromEntries(
        Object.entries(roots ?? {}).filter((each): each is [string, string] => isRoot(each[1])),
      ),
    }
  } catch {
    return NONE
  }
}

/** An absolute folder: `/home/ada/shop` or `C:\code\shop`. */
export const isRoot = (root: unknown): root is string =>
  typeof root === 'string' && /^(?:\/|[a-z]:[\\/])/i.test(root)

/** The address that opens a file below a root at a line. */
export function editorUrl(
  editor: EditorId,
  root: string,
  { file, line = 1, column = 1 }: { file: string; line?: number | undefined; column?: number | undefined },
): string {
  const folder = root.replaceAll('\\', '/').replace(/\/+$/, '')
  const path = `${folder.startsWith('/') ? '' : '/'}${folder}/${file}`
    .split('/')
    .map((part) => encodeURIComponent(part).replaceAll('%3A', ':'))
    .join('/')
  const isJetBrains = !/^(?:vscod|cursor|windsurf|zed)/.test(editor)
  return isJetBrains
    ? `${editor}://open?file=${encodeURIComponent(`${folder}/${file}`)}&line=${line}&column=${column}`
    : `${editor}://file${path}:${line}:${column}`
}
