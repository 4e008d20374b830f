import type { Language } from '../language.ts';

const CODE = '{c,h,cc,cpp,cxx,c++,hh,hpp,hxx,h++,inl,ipp,tpp,tcc,txx,ixx,cppm,inc,def}';

/**
 * Shared by C and C++, which nearly always stand together. A description of the build (CMake, Make, Meson, Autotools) names the source
 * files, so that it changes with them: it is source, not a manifest, which stands at one end of the range in every tree. In a test
 * folder it goes with the tests.
 */
export const C_FAMILY_ROLES: Language['roles'] = {
  generated: [
    '**/*.pb.{h,cc,c,cpp}',
    '**/*.pb-c.{h,c}',
    '**/*.{tab,yy}.{c,h,cc,hh,cpp,hpp}',
    '**/lex.*.{c,cc,cpp}',
    '**/{moc,ui,qrc}_*.{h,cpp}',
    '**/*_generated.h',
    '**/{configure,aclocal.m4,ltmain.sh,libtool.m4}',
    '**/{autom4te.cache,CMakeFiles}/**',
  ],
  vendored: [
    '**/{deps,extern,external,externals,thirdparty,3rdparty,3rd_party,contrib/vendor,subprojects/packagecache}/**',
    '**/{gtest,gmock,googletest,googlemock}/**',
    '**/{catch,catch_amalgamated,doctest}.{hpp,cpp,h}',
  ],
  lockfile: ['**/{conan.lock,vcpkg-lock.json}'],
  manifest: ['**/{conanfile.txt,conanfile.py,conandata.yml,vcpkg.json,vcpkg-configuration.json}', '**/*.wrap'],
  test: [
    '{t,testing}/**',
    '**/{test,tests,unittest,unittests,unit_test,unit_tests,unit-tests,gtests}/**',
    `**/*{_test,_tests,_unittest,_unittests,-test,.test,_gtest,_spec}.${CODE}`,
    `**/{test_,test-,unittest_}*.${CODE}`,
    `**/*{Test,Tests,UnitTest}.${CODE}`,
    `**/{test,tests,unittest}.${CODE}`,
  ],
  source: [
    `**/*.${CODE}`,
    '**/*.{y,yy,l,ll,re,S,s,asm}',
    '**/{CMakeLists.txt,meson.build,meson_options.txt,meson.options,Makefile,makefile,GNUmakefile,Makefile.am,Makefile.in,configure.ac,configure.in,BUILD,BUILD.bazel,SConstruct,SConscript,premake5.lua,xmake.lua}',
    '**/*.{cmake,mk,mak,gyp,gypi,pro,pri}',
  ],
};
