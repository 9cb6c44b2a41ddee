import { lazy, Suspense, useState } from 'react'
import { EDITORS, editorUrl, useEditor } from '../data/editor.ts'
import { useKeys } from '../frame/keys.ts'
import { LoadingDialog } from './dialog.tsx'
import { Icon } from './icon.tsx'
import './open-in-editor.css'

const EditorDialog = lazy(async () => ({ default: (await import('./editor-dialog.tsx')).EditorDialog }))

/** A link that opens a line in the reader's editor; without a root folder, it first asks for one. */
export function OpenInEditor({
  repository,
  file,
  line,
  column,
  isKey = false,
  isOnlyIfSet = false,
}: {
  repository: string
  file: string
  line?: number | undefined
  column?: number | undefined
  /** Whether the key `e` opens it. */
  isKey?: boolean
  /** Renders nothing without a root folder, because another part of the page asks for it. */
  isOnlyIfSet?: boolean
}) {
  const { editor, roots } = useEditor()
  const [isAsking, setAsking] = useState(false)
  const root = roots[repository]
  const url = root === undefined ? null : editorUrl(editor, root, { file, line, column })
  const name = EDITORS.find(({ id }) => id === editor)?.name
  useKeys(
    isKey
      ? [
          {
            keys: 'e',
            label: 'Open in the editor',
            run: () => (url === null ? setAsking(true) : location.assign(url)),
          },
        ]
      : [],
  )
  if (url === null && isOnlyIfSet) return null
  return (
    <>
      {url === null ? (
        <button type="button" className="in-editor" onClick={() => setAsking(true)}>
          Open in an editor…
        </button>
      ) : (
        <span className="in-editor-set">
          <a className="link" href={url}>
            Open in {name}
          </a>
          {!isOnlyIfSet && (
            <button
              type="button"
              className="in-editor"
              onClick={() => setAsking(true)}
              aria-label="Change the editor or the root folder"
              title="Change the editor or the root folder"
            >
              <Icon name="more" />
            </button>
          )}
        </span>
      )}
      {isAsking && (
        <Suspense
          fallback={<LoadingDialog title="Open files in your editor" onClose={() => setAsking(false)} />}
        >
          <EditorDialog repository={repository} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
