import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkParticipantLine,
  participantCells,
  participantHeading,
  participantLine,
} from '../../../../src/rules/draws/participants-export.ts';

const ana = {
  type: 'PERSON' as const,
  document: '52998224725',
  name: 'Ana da Silva',
  series: 4,
  number: 153,
  at: new Date('2026-03-01T02:59:58Z'),
  email: 'ana@exemplo.com.br',
  phone: '41999990000',
};
const line =
  '52998224725,,Ana da Silva,4,00153,28/02/2026 23:59:58,ana@exemplo.com.br,41999990000,';

describe('the list of participants', () => {
  it('has the columns of SCPC', () => {
    expect(participantHeading).toBe(
      'cpf,cnpj,nome,numero_serie,elemento_sorteavel,data_hora_participacao,email,telefone,estrangeiro',
    );
  });

  it('writes a number of a person, by the time of Brasília', () => {
    expect(participantLine(ana)).toBe(line);
    expect(checkParticipantLine(line)).toEqual([]);
  });

  it('writes a company in its own column, in quotes where its name needs them', () => {
    const company = { ...ana, type: 'CORPORATE' as const, document: '12ABC34501DE35' };
    const written = participantLine({ ...company, name: 'Silva "Sol", Ltda' });
    expect(written).toContain(',12ABC34501DE35,"Silva ""Sol"", Ltda",4,');
    expect(checkParticipantLine(written)).toEqual([]);
  });

  it('leaves out an e-mail that is too long for it', () => {
    expect(participantLine({ ...ana, email: `${'a'.repeat(70)}@exemplo.com` })).toContain(
      ':58,,41999',
    );
  });

  it.each(["=cmd|'/C'!A0", '+1', '-1'])(
    'leaves out the e-mail %s@exemplo.com, which a spreadsheet would work out',
    (name) => {
      expect(participantLine({ ...ana, email: `${name}@exemplo.com` })).toContain(':58,,41999');
    },
  );

  it('gives back any name from its cells', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const cells = participantCells(participantLine({ ...ana, name }));
        expect([cells?.length, cells?.[2]]).toEqual([9, name]);
      }),
    );
  });
});

describe('a line is refused', () => {
  it.each([
    ['cpf', 'CPF', ['52998224725', '52998224726']],
    ['cpf', 'CPF', ['52998224725', '529.982.247-25']],
    ['cnpj', 'CNPJ', ['52998224725,', ',12ABC34501DE36']],
    ['cpf', 'ONE_DOCUMENT', ['52998224725', '']],
    ['cpf', 'ONE_DOCUMENT', ['52998224725,', '52998224725,12ABC34501DE35']],
    ['nome', 'NAME', ['Ana da Silva', 'Ana S']],
    ['nome', 'NAME', ['Ana da Silva', 'a'.repeat(101)]],
    ['numero_serie', 'SERIES', [',4,', ',123456789,']],
    ['numero_serie', 'SERIES', [',4,', ',,']],
    ['elemento_sorteavel', 'NUMBER', ['00153', '100153']],
    ['data_hora_participacao', 'TIME', ['28/02/2026', '29/02/2026']],
    ['data_hora_participacao', 'TIME', ['23:59:58', '24:00:00']],
    ['data_hora_participacao', 'TIME', ['23:59:58', '23:59']],
    ['email', 'EMAIL', ['ana@exemplo.com.br', 'a@b.c']],
    ['email', 'EMAIL', ['ana@exemplo', `${'a'.repeat(60)}@exemplo`]],
    ['telefone', 'PHONE', ['41999990000', '419999900']],
    ['telefone', 'PHONE', ['41999990000', '(41)99999-0000']],
    ['estrangeiro', 'FOREIGN', ['0000,', '0000,talvez']],
    [null, 'COLUMNS', [',Ana', ',,Ana']],
    [null, 'COLUMNS', ['Ana da Silva', '"Ana da Silva']],
    [null, 'ENCODING', ['Ana', 'An\ufffd']],
  ] as const)('in column %s for %s, with %j', (column, violation, [right, wrong]) => {
    expect(checkParticipantLine(line.replace(right, wrong))).toEqual([{ column, violation }]);
  });

  it('except for a foreigner without a document', () => {
    expect(checkParticipantLine(line.replace('52998224725', '').replace(/$/, 'sim'))).toEqual([]);
  });
});
