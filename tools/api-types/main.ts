import { writeFileSync } from 'node:fs'
import { GENERATED, generateClient } from './generate.ts'

writeFileSync(new URL(`../../${GENERATED}`, import.meta.url), await generateClient())
