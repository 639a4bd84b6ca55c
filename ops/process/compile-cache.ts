/**
 * The environment of a thread that needs no setting: the folder of compiled code alone. A thread compiles its modules without it, which takes
 * 20 MB and three times the processor time of its start.
 */
const folder = process.env['NODE_COMPILE_CACHE'];

export const compileCache: NodeJS.ProcessEnv = folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
