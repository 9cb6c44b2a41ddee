type Env = Readonly<Record<string, string | undefined>>

/** What git tells its hooks about their own repository and index: in another tree it would change those. */
const OF_HOOK =
  /^GIT_(?:DIR|WORK_TREE|IMPLICIT_WORK_TREE|INDEX_FILE|PREFIX|COMMON_DIR|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|NAMESPACE|SHALLOW_FILE|GRAFT_FILE|NO_REPLACE_OBJECTS|REPLACE_REF_BASE)$/

/** Returns the environment without what git tells its hooks. */
export const withoutGitHook = (env: Env): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !OF_HOOK.test(name)))
