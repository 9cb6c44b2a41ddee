import { fileURLToPath } from 'node:url'
import { writeBoundaries } from './write.ts'

writeBoundaries(fileURLToPath(new URL('../..', import.meta.url)))
