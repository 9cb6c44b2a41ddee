import type { Embedder } from './embedder.ts'
import { openEndpoint } from './endpoint.ts'
import { openLocalModel } from './local-model.ts'

/** The operator's embedding model. */
export type EmbeddingsConfig =
  | { url: string; model: string; key: string | null }
  | { folder: string; model: string }

/** The model of the configuration; loads nothing yet. */
export const openEmbedder = (config: EmbeddingsConfig): Embedder =>
  'url' in config ? openEndpoint(config) : openLocalModel(config)
