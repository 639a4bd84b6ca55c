/** Opens KV buckets that `admin apply` has created. */
import { Kvm, type KV } from '@nats-io/kv';
import { applyCommand, ControlPlaneError } from '#schemas/control-plane.ts';
import { bucketStream } from '#schemas/subjects.ts';
import { isNotFound } from './control-plane/present.ts';
import type { BucketName } from './control-plane/wanted.ts';
import type { Bus } from './nats.ts';

/** Opens a bucket and throws a ControlPlaneError when it does not exist. Reads go to the bucket's leader, so they include own writes. */
export async function openBucket(bus: Bus, bucket: BucketName): Promise<KV> {
  try {
    await bus.jsm.streams.info(bucketStream(bucket));
  } catch (error) {
    if (isNotFound(error)) throw new ControlPlaneError(`bucket ${bucket} is missing: run ${applyCommand}`);
    throw error;
  }
  return new Kvm(bus.js).open(bucket);
}
