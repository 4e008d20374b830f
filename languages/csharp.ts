import { UserError } from '#schema/errors.ts';
import { CSHARP_DIALECT } from './csharp/dialect.ts';
import { CSHARP_QUERY } from './csharp/query.ts';
import { csharpResolver } from './csharp/resolve.ts';
import { csharpTestCases } from './csharp/tests.ts';
import { GRAMMARS } from './grammars.ts';
import type { Language } from './language.ts';
import { foldSymbols } from './symbols/fold.ts';

export const csharp: Language = {
  id: 'csharp',
  title: 'C#',
  extensions: ['.cs', '.csx'],
  shebangs: ['dotnet-script'],
  roles: {
    generated: ['**/{bin,obj}/{Debug,Release}/**', '**/*.{g,g.i,Designer,designer}.cs', '**/AssemblyInfo.cs'],
    lockfile: ['**/packages.lock.json', '**/project.assets.json'],
    manifest: [
      '**/*.{csproj,sln,slnx,slnf,props,targets,proj,nuspec,ruleset}',
      '**/{global.json,NuGet.config,nuget.config,NuGet.Config,packages.config}',
    ],
    test: [
      '**/{Test,Tests,UnitTests,IntegrationTests,Specs}/**',
      '**/*{.,Unit,Integration,Functional,Acceptance}{Test,Tests,Specs}/**',
      '**/*{Test,Tests,Specs}.cs',
    ],
    source: ['**/*.{cs,csx,resx,xaml,cshtml,razor,tt}'],
    auxiliary: ['**/*.{DotSettings,runsettings,globalconfig}', '**/stylecop.json'],
  },
  grammar: {
    wasm: GRAMMARS.csharp.wasm,
    query: CSHARP_QUERY,
    fold: (captures, source, errorShare) => foldSymbols(captures, source, errorShare, CSHARP_DIALECT),
  },
  resolver: csharpResolver,
  testCases: csharpTestCases,
  frameworks: [],
  recipe: () => {
    throw new UserError('languages', 'no test framework of C# can be run yet', 'Name another language first in the source.');
  },
};
