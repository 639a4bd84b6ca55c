/**
 * The file of a model: a line of JSON (name, version, labels, sizes), then its weights as signed bytes,
 * runs of zeros packed by deflate. Written by `npm run train`, read once at start.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { LinearModel } from './linear.ts';

const NEW_LINE = 10;

export function writeWeights(model: LinearModel, about: Readonly<Record<string, unknown>> = {}): Buffer {
  const { weights, ...header } = model;
  const bytes = Buffer.from(weights.buffer, weights.byteOffset, weights.byteLength);
  return Buffer.concat([Buffer.from(`${JSON.stringify({ ...header, about })}\n`), deflateRawSync(bytes, { level: 9 })]);
}

export function readWeights(file: Uint8Array): LinearModel {
  const end = file.indexOf(NEW_LINE);
  const header = JSON.parse(Buffer.from(file.subarray(0, end)).toString()) as Omit<LinearModel, 'weights'>;
  const bytes = inflateRawSync(file.subarray(end + 1));
  const weights = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (weights.length !== header.labels.length << header.bits) throw new Error(`weights of ${header.name} are cut short`);
  const { name, version, labels, bits, unit, temperature } = header;
  return { name, version, labels, bits, unit, temperature, weights };
}
