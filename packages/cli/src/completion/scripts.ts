import { bashScript } from './bash.ts'
import { fishScript } from './fish.ts'
import type { Place } from './tree.ts'
import { zshScript } from './zsh.ts'

/** The function for each shell that returns its script. */
export const SCRIPTS: Record<'bash' | 'zsh' | 'fish', (places: Place[]) => string> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
}
