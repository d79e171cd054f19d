import type { Consumer } from '../../contract/consumer.ts';
import type { Queries } from '../db/database.ts';
import type { ConsumerRecord } from '../db/queries/consumers.ts';
import { findOptIns } from './consents.ts';

export async function readConsumer(queries: Queries, record: ConsumerRecord): Promise<Consumer> {
  return {
    id: record.id,
    name: record.name,
    email: record.email,
    document: record.document,
    phone: record.phone,
    type: record.type,
    representativeName: record.representativeName,
    representativeDocument: record.representativeDocument,
    birthDate: record.birthDate,
    mgmCode: record.mgmCode,
    bankInfo: record.bankInfo,
    address: record.address,
    optIns: await findOptIns(queries, record.id),
    additionalFields: record.additionalFields,
  };
}
