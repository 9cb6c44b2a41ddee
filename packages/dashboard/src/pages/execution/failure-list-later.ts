// One file for what only some runs need: each file costs the first view its address.
export { GreenRun } from './green-run.tsx'
export { NoFailures } from './no-failures.tsx'
export { PartialSections } from './partial-sections.tsx'
