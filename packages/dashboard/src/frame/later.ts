// One file for what follows the first view of every page: each file costs the first view its address.
export { follow } from '../data/events.ts'
export { showSign } from './tab-icon.ts'
