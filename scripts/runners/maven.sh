# Maven, and a local repository with all that the toy projects need. Sourced by scripts/test.sh.

# Surefire's version, and the dependency that the tests of it are written with.
need_surefire() {
    local at=$TOOLS/maven-1 surefire=$1 dependency=$2
    local group=${dependency%%:*} rest=${dependency#*:}
    local name="Surefire $surefire with $rest"
    if ! grep -qsxF "$name" "$at/pinned"; then
        local toy
        toy=$(mktemp -d)
        mkdir -p "$toy/src/test/java" "$at"
        cat >"$toy/pom.xml" <<POM
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>toy</groupId><artifactId>toy</artifactId><version>1</version>
  <properties>
    <maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency><groupId>$group</groupId><artifactId>${rest%%:*}</artifactId><version>${rest##*:}</version></dependency>
    $3
  </dependencies>
  <build><plugins>
    <plugin><artifactId>maven-resources-plugin</artifactId><version>3.3.1</version></plugin>
    <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.14.1</version></plugin>
    <plugin><artifactId>maven-surefire-plugin</artifactId><version>$surefire</version></plugin>
  </plugins></build>
</project>
POM
        # What Surefire needs to run a test it fetches only when there is one.
        local test=org.junit.Test
        [ "$group" = junit ] || test=org.junit.jupiter.api.Test
        echo "public class ToyTest { @$test public void runs() {} }" >"$toy/src/test/java/ToyTest.java"
        mvn -q -B -f "$toy" "-Dmaven.repo.local=$at/repository" test
        rm -rf "$toy"
        echo "$name" >>"$at/pinned"
    fi
    echo "$name"
}

need_packages mvn=maven javac=default-jdk-headless
VINTAGE='<dependency><groupId>org.junit.vintage</groupId><artifactId>junit-vintage-engine</artifactId><version>5.11.4</version></dependency>'
mvn --version | sed -n '1s/\x1b\[[0-9;]*m//gp'
need_surefire 3.5.4 org.junit.jupiter:junit-jupiter:5.11.4 "$VINTAGE"
need_surefire 3.5.4 org.junit.jupiter:junit-jupiter:6.0.1 ""
need_surefire 3.5.4 junit:junit:4.13.2 ""
need_surefire 2.22.2 junit:junit:4.13.2 ""
