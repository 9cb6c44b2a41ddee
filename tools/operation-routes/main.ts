import { writeFileSync } from 'node:fs'
import { GENERATED, generateRoutes } from './generate.ts'

writeFileSync(new URL(`../../${GENERATED}`, import.meta.url), await generateRoutes())
