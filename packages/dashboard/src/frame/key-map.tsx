import { Dialog } from '../parts/dialog.tsx'
import { isMac } from './is-mac.ts'
import { keysOfPage, setSingleKeys, useSingleKeys } from './keys.ts'
import './key-map.css'

/** The keys of this page and their actions, and the switch for single letters. */
export function KeyMap({ onClose }: { onClose: () => void }) {
  const isOn = useSingleKeys()
  const keys = [...new Map(keysOfPage().map((key) => [key.keys, key])).values()]
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl className="keys">
        {keys.map(({ keys: name, label }) => (
          <div key={name}>
            <dt>
              {name.split(' ').map((each) => (
                <kbd key={each}>{shown(each)}</kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <label className="switch">
        <input type="checkbox" checked={isOn} onChange={(event) => setSingleKeys(event.target.checked)} />
        Use single letters as keys. Turn this off if you control your browser by voice.
      </label>
    </Dialog>
  )
}

const shown = (key: string): string =>
  key.startsWith('mod+') ? `${isMac() ? '⌘' : 'Ctrl'} ${key.slice(4).toUpperCase()}` : key
