import type { findPostalAddressEndpoint } from '../../contract/consumer.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';

type PostalAddress = AnswerOf<typeof findPostalAddressEndpoint>;

/** Postal code, street, district, city, state: enough to try the promotion without the internet. */
const table = `
80010000|Rua XV de Novembro|Centro|Curitiba|PR
80020310|Rua Marechal Deodoro|Centro|Curitiba|PR
80230010|Avenida Sete de Setembro|Rebouças|Curitiba|PR
80240000|Avenida República Argentina|Água Verde|Curitiba|PR
80420090|Alameda Doutor Carlos de Carvalho|Centro|Curitiba|PR
80530000|Avenida Cândido de Abreu|Centro Cívico|Curitiba|PR
80730000|Rua Padre Anchieta|Bigorrilho|Curitiba|PR
81070001|Avenida Presidente Kennedy|Portão|Curitiba|PR
82510000|Avenida Erasto Gaertner|Bacacheri|Curitiba|PR
86010000|Avenida Paraná|Centro|Londrina|PR
86020000|Rua Sergipe|Centro|Londrina|PR
87013000|Avenida Brasil|Zona 01|Maringá|PR
87020000|Avenida Colombo|Zona 07|Maringá|PR
84010000|Rua Balduíno Taques|Centro|Ponta Grossa|PR
85801000|Avenida Brasil|Centro|Cascavel|PR
85851000|Avenida Brasil|Centro|Foz do Iguaçu|PR
83203000|Rua XV de Novembro|Centro Histórico|Paranaguá|PR
83260000|||Matinhos|PR
83350000|||Morretes|PR
88010000|Rua Conselheiro Mafra|Centro|Florianópolis|SC
88015200|Avenida Beira Mar Norte|Centro|Florianópolis|SC
88036000|Avenida Madre Benvenuta|Trindade|Florianópolis|SC
89201000|Rua do Príncipe|Centro|Joinville|SC
89204000|Rua Blumenau|América|Joinville|SC
89010000|Rua XV de Novembro|Centro|Blumenau|SC
89012000|Rua São Paulo|Victor Konder|Blumenau|SC
88301000|Rua Hercílio Luz|Centro|Itajaí|SC
88330000|Avenida Brasil|Centro|Balneário Camboriú|SC
89801000|Avenida Getúlio Vargas|Centro|Chapecó|SC
88801000|Rua Conselheiro João Zanette|Centro|Criciúma|SC
88495000|||Garopaba|SC
90010000|Rua dos Andradas|Centro Histórico|Porto Alegre|RS
90035000|Avenida Osvaldo Aranha|Bom Fim|Porto Alegre|RS
90040000|Avenida João Pessoa|Cidade Baixa|Porto Alegre|RS
90160000|Avenida Ipiranga|Azenha|Porto Alegre|RS
90430000|Rua Vinte e Quatro de Outubro|Moinhos de Vento|Porto Alegre|RS
91340000|Avenida Assis Brasil|Passo d'Areia|Porto Alegre|RS
95010000|Avenida Júlio de Castilhos|Centro|Caxias do Sul|RS
96010000|Rua Marechal Floriano|Centro|Pelotas|RS
97010000|Rua do Acampamento|Centro|Santa Maria|RS
99010000|Avenida Brasil Leste|Centro|Passo Fundo|RS
93310000|Avenida Pedro Adams Filho|Centro|Novo Hamburgo|RS
95670000|||Gramado|RS
01001000|Praça da Sé|Sé|São Paulo|SP
01310100|Avenida Paulista|Bela Vista|São Paulo|SP
01414000|Rua Haddock Lobo|Cerqueira César|São Paulo|SP
04538133|Avenida Brigadeiro Faria Lima|Itaim Bibi|São Paulo|SP
05402000|Avenida Rebouças|Pinheiros|São Paulo|SP
13010000|Avenida Francisco Glicério|Centro|Campinas|SP
11010000|Rua General Câmara|Centro|Santos|SP
`;

const addresses = new Map(table.trim().split('\n').map(entryOf));

/** Postal codes go from São Paulo's first to the last of Rio Grande do Sul. */
const range = { first: '01000000', last: '99990999' };

/** Empty for a postal code that may exist but is not in the table: the user types the address. */
export function postalAddress(postalCode: string): PostalAddress {
  const address = addresses.get(postalCode);
  if (address) return address;
  const mayExist =
    /^\d{8}$/.test(postalCode) && postalCode >= range.first && postalCode <= range.last;
  return mayExist ? {} : { erro: true };
}

function entryOf(line: string): [postalCode: string, address: PostalAddress] {
  const [postalCode = '', logradouro = '', bairro = '', localidade = '', uf = ''] = line.split('|');
  return [postalCode, { logradouro, bairro, localidade, uf }];
}
