import type { LanguageFixture } from './fixtures.ts';

export const RUBY: LanguageFixture = {
  language: 'ruby',
  source: `# frozen_string_literal: true

require 'json'
require_relative "leaf/tin"
require File.expand_path('../heat/coil', __FILE__)
load File.join(__dir__, 'odd.rb')
autoload :Stove, 'brew/stove'

# The house of tea.
module Brew
  autoload :Lid, "brew/lid"
  DEEP, FLAT = 3, 1

  # Holds tea.
  #
  #   Pot.new
  class Pot < Base::Vessel
    include Rinsed, ::Outer::Tilted
    extend Pourer
    attr_reader :level, :lid
    SIZE ||= Kettle::LIMIT
    private_constant :SIZE

    class << self
      def make(leaf, **opts)
        new(leaf)
      end
    end

    def self.build(cup, size: DEEP, &done)
      kettle = Kettle.new(cup)
      kettle.whistle
      Tray::Builder.new(size).build
      cup.tilt&.drain
      warm_up
      strain cup
      make(cup)
      self.class.reset
      cups = all.map { |each| each.rinse(kettle) }
      ::Spoon.stir(cups)
      puts done
      @stove.ignite
      case cup
      in Mug(size) then size
      in {rim: Rim => rim} then rim
      end
    rescue Burnt, Cold::Shock => error
      raise Spilled, error.site
    end

    def lid=(lid)
      @lid = lid
    end

    def ==(other) = other.is_a?(Pot) && hidden?

    alias_method :filled, :level
    alias swill rinse
    define_method(:dyed) { |leaf| leaf }

    private

    def hidden?
      DEEP > level
    end

    public

    def shown; end

    protected def guarded; end
  end

  Sip = Struct.new(:size, :of) do
    def gulp; end
  end
  Spilled = Class.new(Mess)
  module Pourer
    # Out.
    def pour(cup)
      tip(cup) while cup.level
    end
  end
end

class Brew::Pot::Handle
end

def top_pot
  Brew::Pot.build(1)
end
top_pot
`,
  definitions: [
    ['Brew', 'module', '10-84', true],
    ['Brew.DEEP', 'constant', '12-12', true],
    ['Brew.FLAT', 'constant', '12-12', true],
    ['Brew.Pot', 'class', '17-72', true],
    ['Brew.Pot.level', 'method', '20-20', true],
    ['Brew.Pot.lid', 'method', '20-20', true],
    ['Brew.Pot.SIZE', 'constant', '21-21', false],
    ['Brew.Pot.make', 'method', '25-27', true],
    ['Brew.Pot.build', 'method', '30-49', true],
    ['Brew.Pot.lid', 'method', '51-53', true],
    ['Brew.Pot.==', 'method', '55-55', true],
    ['Brew.Pot.filled', 'method', '57-57', true],
    ['Brew.Pot.swill', 'method', '58-58', true],
    ['Brew.Pot.dyed', 'method', '59-59', true],
    ['Brew.Pot.hidden?', 'method', '63-65', false],
    ['Brew.Pot.shown', 'method', '69-69', true],
    ['Brew.Pot.guarded', 'method', '71-71', false],
    ['Brew.Sip', 'class', '74-76', true],
    ['Brew.Sip.size', 'method', '74-74', true],
    ['Brew.Sip.of', 'method', '74-74', true],
    ['Brew.Sip.gulp', 'method', '75-75', false],
    ['Brew.Spilled', 'class', '77-77', true],
    ['Brew.Pourer', 'module', '78-83', true],
    ['Brew.Pourer.pour', 'method', '80-82', true],
    ['Brew.Pot.Handle', 'class', '86-87', true],
    ['top_pot', 'method', '89-91', true],
  ],
  signatures: {
    'Brew.Pot': 'class Pot < Base::Vessel',
    'Brew.Pot.build': 'def self.build(cup, size: DEEP, &done)',
    'Brew.Pot.lid': ':lid',
    'Brew.Pot.dyed': 'define_method(:dyed) { |leaf| leaf }',
    'Brew.Sip': 'Sip = Struct.new(:size, :of)',
  },
  docs: { Brew: 'The house of tea.', 'Brew.Pot': 'Holds tea.\n\nPot.new', 'Brew.Pourer.pour': 'Out.', 'Brew.Pot.build': null },
  references: [
    'extends around.Base Vessel',
    'extends around Rinsed',
    // From the top, whatever is around.
    'extends Outer Tilted',
    'extends around Pourer',
    'types around.Kettle LIMIT',
    'types around DEEP',
    'calls around Kettle',
    // Receivers by what they are made of.
    'calls around.Kettle whistle',
    'calls around.Tray.Builder build',
    'calls cup tilt',
    'calls cup.tilt drain',
    // Named alone, and no local: of the instance.
    'reads this warm_up',
    'calls this strain',
    'calls Brew.Pot make',
    'calls this reset',
    'calls each rinse',
    'calls Spoon stir',
    'calls @stove ignite',
    'types around Mug',
    'types around Rim',
    'types around.Cold Shock',
    'types around Spilled',
    'calls error site',
    'calls Brew.Pot hidden?',
    'reads this rinse',
    'reads Brew.Pot level',
    'extends around Mess',
    'calls this tip',
    'calls around.Brew.Pot build',
    'reads  top_pot',
  ],
  absent: [
    'reads this cup',
    'reads this leaf',
    'reads this kettle',
    'reads this size',
    'reads this done',
    'reads this error',
    'reads this rim',
    'calls this new',
    'calls this puts',
    'calls this attr_reader',
    'calls this require',
    'reads this private',
    'types around Pot.Lid',
    'types around Stove',
  ],
  imports: ['json:', './leaf/tin:', './heat/coil:', './odd.rb:', 'brew/stove:', 'brew/lid:'],
  inlineTests: [],
};
