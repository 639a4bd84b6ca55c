/** Loads the trained network and runs it on one text at a time: 8-bit scales span a batch, so that other texts would change an answer. */
import { Tokenizer } from '@huggingface/tokenizers';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Tensor } from 'onnxruntime-node';
import { binding, initOrt } from 'onnxruntime-node/dist/binding.js';
import { z } from 'zod';

const Card = z.object({
  sha256: z.string(),
  text: z.record(z.string(), z.array(z.string())),
  name: z.record(z.string(), z.array(z.string())),
  /** Divisor of the logits of each head, which calibrates probabilities: answers with .8 are right in 80 %. */
  temperature: z.record(z.string(), z.number()),
  /** Probability from which directions were right in 95 % of test rows. */
  high: z.number(),
  /** Words of market-wide news in lower case. A text that has none and names no company is not read. */
  marketWords: z.array(z.string()),
});
export type Card = z.infer<typeof Card>;

export interface Network {
  readonly card: Card;
  /** Returns the tokens of a text, without special ones. */
  readonly tokensOf: (text: string) => readonly number[];
  /** Returns the logits of the text's heads, and `width` numbers for each token: its logits in the heads of names, and its evidence. */
  readonly run: (tokens: readonly number[]) => { readonly text: Float32Array; readonly tokens: Float32Array; readonly width: number };
}

export const MODEL_FOLDER = new URL('./model', import.meta.url).pathname;

/** Returns the card and the weights in a folder. Throws an error that names a missing or damaged file. */
export function openFiles(folder: string): { readonly card: Card; readonly weights: Buffer } {
  const card = Card.parse(JSON.parse(read(folder, 'reader.json').toString()));
  const weights = read(folder, 'reader.onnx');
  if (createHash('sha256').update(weights).digest('hex') !== card.sha256)
    throw new Error(`${folder}/reader.onnx is not the file named in reader.json; restore it from the repository`);
  return { card, weights };
}

export function openNetwork(folder: string): Network {
  const { card, weights } = openFiles(folder);
  initOrt();
  const session = new binding.InferenceSession();
  session.loadModel(weights.buffer as ArrayBuffer, weights.byteOffset, weights.byteLength, { intraOpNumThreads: 1, interOpNumThreads: 1 });
  const tokenizer = new Tokenizer(JSON.parse(read(folder, 'tokenizer.json').toString()) as object, {});
  return {
    card,
    tokensOf: (text) => tokenizer.encode(text, { add_special_tokens: false }).ids,
    run: (tokens) => {
      const [ids, types] = [BigInt64Array.from(tokens, BigInt), new BigInt64Array(tokens.length)];
      const shape = [1, tokens.length];
      const out = session.run({ ids: new Tensor('int64', ids, shape), types: new Tensor('int64', types, shape) }, { text: null, tokens: null }, {});
      const perToken = out['tokens'] as Tensor;
      return { text: out['text']!.data as Float32Array, tokens: perToken.data as Float32Array, width: perToken.dims[1]! };
    },
  };
}

function read(folder: string, file: string): Buffer {
  try {
    return readFileSync(`${folder}/${file}`);
  } catch (error) {
    throw new Error(`the file ${folder}/${file} cannot be read; restore it from the repository`, { cause: error });
  }
}
