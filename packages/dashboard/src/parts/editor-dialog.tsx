import { EDITORS, type EditorId, isRoot, setEditor, useEditor } from '../data/editor.ts'
import { Dialog } from './dialog.tsx'
import { Form, given, Input, Select } from './form.tsx'

/** Asks once which editor opens files, and for the location of the repository on the reader's machine. */
export function EditorDialog({ repository, onClose }: { repository: string; onClose: () => void }) {
  const { editor, roots } = useEditor()
  const save = async (form: FormData) => {
    const root = given(form, 'root')
    if (root !== '' && !isRoot(root))
      throw new Error('Enter the full path of the folder, beginning with / or with a drive such as C:\\.')
    setEditor(given(form, 'editor') as EditorId, repository, root)
    onClose()
  }
  return (
    <Dialog title="Open files in your editor" onClose={onClose}>
      <Form button="Save" onSubmit={save} onCancel={onClose} words={(error) => (error as Error).message}>
        <Select
          name="editor"
          label="Editor"
          defaultValue={editor}
          options={EDITORS.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <Input
          name="root"
          label={`Root folder of ${repository}`}
          placeholder="/home/you/code/shop"
          spellCheck={false}
          defaultValue={roots[repository] ?? ''}
          hint="The folder of the repository on this machine. It stays in this browser. Leave it empty to forget it."
        />
      </Form>
    </Dialog>
  )
}
