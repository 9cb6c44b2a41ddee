import { basename, dirname, resolve } from 'node:path'
import { type Embedder, EmbeddingError, toVectors } from './embedder.ts'

/** What this file uses of `@huggingface/transformers`. */
interface Transformers {
  env: { allowRemoteModels: boolean; allowLocalModels: boolean; localModelPath: string }
  pipeline(task: 'feature-extraction', model: string, options: { dtype: string }): Promise<Extractor>
}

type Extractor = (
  texts: string[],
  options: { pooling: 'mean'; normalize: boolean },
) => Promise<{ tolist(): number[][] }>

export interface LocalModelOptions {
  /** The folder of an ONNX model: `config.json`, `tokenizer.json`, `onnx/model.onnx`. */
  folder: string
  model: string
  /** Loads the optional package; tests load another. */
  load?: (name: string) => Promise<unknown>
}

const PACKAGE = '@huggingface/transformers'

/** Vectors of an ONNX model on this machine, loaded at its first use. It downloads nothing. */
export function openLocalModel({
  folder,
  model,
  load = (name) => import(name),
}: LocalModelOptions): Embedder {
  let loading: Promise<Extractor> | null = null
  const open = () => {
    loading ??= loadModel(folder, load).catch((error: unknown) => {
      loading = null
      throw error
    })
    return loading
  }
  return {
    model,
    async embed(texts) {
      const extract = await open()
      try {
        return toVectors((await extract(texts, { pooling: 'mean', normalize: true })).tolist(), texts.length)
      } catch (error) {
        if (error instanceof EmbeddingError) throw error
        throw new EmbeddingError('The local embedding model failed.', { cause: error })
      }
    },
  }
}

async function loadModel(folder: string, load: (name: string) => Promise<unknown>): Promise<Extractor> {
  let transformers: Transformers
  try {
    transformers = (await load(PACKAGE)) as Transformers
  } catch (cause) {
    throw new EmbeddingError(`The package ${PACKAGE} is not installed beside the server.`, { cause })
  }
  transformers.env.allowRemoteModels = false
  transformers.env.allowLocalModels = true
  const path = resolve(folder)
  transformers.env.localModelPath = dirname(path)
  try {
    return await transformers.pipeline('feature-extraction', basename(path), { dtype: 'fp32' })
  } catch (cause) {
    throw new EmbeddingError('The local embedding model cannot be loaded.', { cause })
  }
}
