const KIB = 1024
const MIB = 1024 * KIB

/**
 * Limits of everything that is transferred. The client cuts to them, marks the cut and continues;
 * the server refuses only what exceeds them.
 */
export const LIMITS = {
  /** One body of `POST /api/ingest` or `POST /api/test-results` after decompression. */
  segmentBytes: 16 * MIB,
  /** One line of a journal, one result of a document, and everything in a document except its results. */
  lineBytes: 8 * MIB,
  /** The nesting of brackets in a body. */
  nesting: 64,
  /** Keys, items and brackets of one line, in the sense of `lineBytes`. */
  lineValues: 500_000,
  /** Keys, items and brackets of one body. */
  bodyValues: 2_500_000,
  /** Attempts, errors, lists of imports, warnings and ends in one body; an execution may have any number of bodies. */
  bodyEntries: 25_000,
  /**
   * Errors inside and outside attempts in one body, without their causes; at most `bodyEntries`
   * different ones.
   */
  bodyErrors: 100_000,
  /** Files, titles of describe blocks and variants of one body, counted for each attempt. */
  bodyNamesBytes: 32 * MIB,
  /** The ratio of decompressed to compressed size, checked from 1 MiB on. */
  inflationRatio: 100,
  /** The body of every other request. */
  requestBytes: 1 * MIB,
  /** Keys, items and brackets of such a body. */
  requestValues: 50_000,
  /** Body of a request to /mcp: a document, escaped as JSON. */
  mcpRequestBytes: 8 * MIB,
  messageBytes: 16 * KIB,
  stackBytes: 32 * KIB,
  snippetBytes: 8 * KIB,
  /** Further frames of an error that are sent with their source. */
  frames: 3,
  /** The source of one of them. */
  frameBytes: 1 * KIB,
  /** stdout and stderr of an attempt, each; the end is kept. */
  outputTailBytes: 16 * KIB,
  titleBytes: 16 * KIB,
  /** A path, a variant, a reason, an annotation. */
  textBytes: 4 * KIB,
  /** A suite, a leg, a tag, the name of a CI provider or of a machine. */
  nameBytes: 200,
  /** A build, a CI job, a content type. */
  labelBytes: 500,
  /** A branch, a repository, any other fact of CI or of the machine. */
  factBytes: 1_000,
  /** The address of a CI run. */
  addressBytes: 2_000,
  /** A commit message; the server stores no more. */
  commitMessageBytes: 500,
  /** Describe blocks above a test. */
  titleDepth: 64,
  /** The titles of the describe blocks above a test together, or of a test of a document with its own. */
  titlesBytes: 64 * KIB,
  /** Attempts of one test in one part: retries and repeats. */
  attempts: 2_000,
  errors: 20,
  /** The nesting of causes, aggregates and steps. */
  depth: 8,
  steps: 500,
  attachments: 100,
  annotations: 100,
  tags: 100,
  results: 200_000,
  /** In one body. */
  groups: 25_000,
  warnings: 100,
  ancestry: 100,
  /** Changed files of one execution; GitHub lists as many in one answer. */
  changedFiles: 300,
  /** Files in one list of imports, and imports of them together. */
  importedFiles: 4_000,
  imports: 40_000,
  /** Changed ranges of lines of one file. */
  changedRanges: 20,
  /** Parents of one commit. */
  parents: 64,
  /** Facts of the machine in `environment`. */
  environment: 50,
  shards: 10_000,
  /** Parts of one execution, with those of all run attempts. */
  parts: 10_000,
  /** Legs of one execution. */
  legs: 500,
  /** A CODEOWNERS file; GitHub does not load a larger one. */
  codeownersBytes: 3 * MIB,
  runAttempt: 100_000,
  attempt: 1_000,
  /** Entries in one segment that a client sends; the server accepts `bodyEntries`. */
  segmentEntries: 20_000,
  /** Experiments in one request, and of one execution. */
  experimentsSent: 50,
  experiments: 200,
  /** Trials of one experiment. */
  experimentTrials: 200,
  /** Files that run before that of an experiment's test. */
  experimentFiles: 100,
  /** Characters of the message of a trial's error, of its stack, and of a reason. */
  experimentErrorLength: 2_000,
  /** One artifact; a server may be configured for more or less. */
  artifactBytes: 50 * MIB,
  /** Artifacts of one execution; a server may be configured for more or less. */
  artifacts: 500,
  /** All artifacts of one execution; a server may be configured for more or less. */
  artifactsBytes: 1024 * MIB,
  /** Artifacts in one declaration. */
  declaredArtifacts: 100,
  /** The Markdown of one document, in UTF-8 and with LF line ends. */
  documentBytes: 1 * MIB,
  /** Pieces of one document that search finds: a heading begins one, and long text below a heading has several. */
  documentChunks: 5_000,
  /** What the search index keeps for one document; real ones of `documentBytes` need up to half of it. */
  documentIndexBytes: 16 * MIB,
  /** Path of a document, in UTF-8. */
  documentPathBytes: 300,
  /** Title of a document, in characters. */
  documentTitleLength: 300,
  /** Documents in one push, and the bytes of its JSON. */
  pushDocuments: 5_000,
  pushBytes: 8 * MIB,
  /** The YAML between the two lines `---` of a document. */
  frontMatterBytes: 16 * KIB,
  /** Tags of one document, and characters of one tag. */
  documentTags: 50,
  documentTagLength: 100,
  /** Failures that the front matter of one document explains, and characters of a cause or a fix. */
  documentFailures: 100,
  explanationLength: 2_000,
  /** The text of one message between agents, in UTF-8. */
  busMessageBytes: 64 * KIB,
  /** The payload or the result of a task, as JSON in UTF-8. */
  taskBytes: 256 * KIB,
  /** The capabilities of an agent, as JSON in UTF-8. */
  agentCapabilitiesBytes: 16 * KIB,
  /** API keys of one organization that are not revoked, apart from those of workflows. */
  keys: 5_000,
  /** Agents of one organization. */
  agents: 1_000,
} as const
